package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// scheme begins the names that documents have here: pricepoint://api/tools.json.
const scheme = "pricepoint://"

func uriOf(path string) string { return scheme + path }

// pricesTemplate stands for the price histories of all tools.
var pricesTemplate = uriOf(data.PricesPath("{tool}"))

// resources are the documents, but for the histories of single tools, which a template stands for.
func (b *Book) resources() *sdk.ListResourcesResult {
	list := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}}
	for _, d := range b.snapshot.Documents {
		kind, served := prepared.KindOf(d.Path)
		if !served || data.ToolOfPrices(d.Path) != "" {
			continue
		}
		list.Resources = append(list.Resources, &sdk.Resource{
			URI: uriOf(d.Path), Name: strings.TrimPrefix(d.Path, "api/"), MIMEType: kind.Type, Size: int64(len(d.Body)),
		})
	}
	return list
}

func (b *Book) templates() *sdk.ListResourceTemplatesResult {
	return &sdk.ListResourceTemplatesResult{ResourceTemplates: []*sdk.ResourceTemplate{{
		URITemplate: pricesTemplate, Name: "prices/{tool}.json", MIMEType: prepared.JSON.Type,
		Description: "Every price of one model that was ever published: when it was billed, and when that was known",
	}}}
}

// resource is one document, if its answer has no more bytes than it may.
func (b *Book) resource(uri string, most int) (*sdk.ReadResourceResult, error) {
	path, ours := strings.CutPrefix(uri, scheme)
	kind, served := prepared.KindOf(path)
	d := b.document(path)
	if !ours || !served || d == nil {
		return nil, &jsonrpc.Error{Code: sdk.CodeResourceNotFound, Message: fmt.Sprintf("there is no resource %q", data.Visible(clip(uri, longestName)))}
	}
	answer := &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: kind.Type, Text: string(d.Body[:min(len(d.Body), most)])}}}
	if written, err := json.Marshal(answer); err != nil || len(d.Body) > most || len(written)+envelope > most {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(
			"%s has %d bytes, and all answers to one request may have %d; get it from /%s of a server, or ask a tool for what you need", path, len(d.Body), maxAnswers, path)}
	}
	return answer, nil
}

// envelope is more than what a message has around its answer.
const envelope = 200

package mcp

import (
	"strings"

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

// resource is one document, as it is.
func (b *Book) resource(uri string) (*sdk.ReadResourceResult, error) {
	path, ours := strings.CutPrefix(uri, scheme)
	kind, served := prepared.KindOf(path)
	d := b.document(path)
	if !ours || !served || d == nil {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: kind.Type, Text: string(d.Body)}}}, nil
}

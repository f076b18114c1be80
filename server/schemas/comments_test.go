package schemas

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// comments are what package data says of its types, which is what the schemas tell their readers.
type comments struct {
	types  map[string]string     // type -> its doc comment
	files  map[string]string     // type -> the file it stands in
	fields map[string]string     // type.Field -> its comment
	values map[string][]constant // named string type -> its constants
}

// constant is one known value of a named string type.
type constant struct{ value, comment string }

// readComments parses package data, which is in folder, and the rooms of it that hold documents.
func readComments(folder string) (comments, error) {
	c := comments{map[string]string{}, map[string]string{}, map[string]string{}, map[string][]constant{}}
	var files []string
	for _, room := range []string{"", "rating", "market"} {
		found, err := filepath.Glob(filepath.Join(folder, room, "*.go"))
		if err != nil || len(found) == 0 {
			return c, fmt.Errorf("read the types of the documents: no Go file in %s: %v", filepath.Join(folder, room), err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return c, err
		}
		for _, d := range parsed.Decls {
			if general, ok := d.(*ast.GenDecl); ok {
				c.add(filepath.Base(file), general)
			}
		}
	}
	return c, nil
}

func (c comments) add(file string, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			c.files[s.Name.Name] = file
			c.types[s.Name.Name] = withoutName(s.Name.Name, text(s.Doc, d.Doc))
			if fields, ok := s.Type.(*ast.StructType); ok {
				c.addFields(s.Name.Name, fields)
			}
		case *ast.ValueSpec:
			c.addConstant(s)
		}
	}
}

func (c comments) addFields(typeName string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		for _, name := range f.Names {
			c.fields[typeName+"."+name.Name] = text(f.Comment, f.Doc)
		}
	}
}

func (c comments) addConstant(s *ast.ValueSpec) {
	name, named := s.Type.(*ast.Ident)
	if !named || len(s.Values) != 1 {
		return
	}
	if literal, ok := s.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
		value, _ := strconv.Unquote(literal.Value) // the parser has read it
		c.values[name.Name] = append(c.values[name.Name], constant{value, text(s.Comment, s.Doc)})
	}
}

// text is the first comment there is, on one line.
func text(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if words := strings.Join(strings.Fields(g.Text()), " "); words != "" {
			return words
		}
	}
	return ""
}

// withoutName turns "Tool is one model." into "One model."
func withoutName(name, comment string) string {
	for _, verb := range []string{" is ", " are ", " holds "} {
		if rest, found := strings.CutPrefix(comment, name+verb); found {
			return strings.ToUpper(rest[:1]) + rest[1:]
		}
	}
	return comment
}

// Renders a Helm chart the way helm does, as far as our chart goes: text/template with sprig, include and toYaml. Prints a JSON array of the objects.
// render-chart CHART-FOLDER < overrides.json
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	objects, err := render(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(objects)
}

func render(folder string) ([]interface{}, error) {
	chart, values, overrides := map[string]interface{}{}, map[string]interface{}{}, map[string]interface{}{}
	if err := readYaml(filepath.Join(folder, "Chart.yaml"), chart); err != nil {
		return nil, err
	}
	if err := readYaml(filepath.Join(folder, "values.yaml"), values); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(os.Stdin).Decode(&overrides); err != nil {
		return nil, err
	}
	context := map[string]interface{}{
		"Values":  merge(values, overrides),
		"Release": map[string]interface{}{"Name": "waypost", "Revision": 1, "Namespace": "default"},
		"Chart":   map[string]interface{}{"AppVersion": chart["appVersion"], "Name": chart["name"], "Version": chart["version"]},
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		out, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(out), "\n"), err
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := root.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	objects := []interface{}{}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		var out bytes.Buffer
		if err := root.ExecuteTemplate(&out, filepath.Base(file), context); err != nil {
			return nil, err
		}
		decoder := yaml.NewDecoder(&out)
		for {
			var object interface{}
			if err := decoder.Decode(&object); err != nil {
				if err.Error() == "EOF" {
					break
				}
				return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
			}
			if object != nil {
				objects = append(objects, object)
			}
		}
	}
	return objects, nil
}

func readYaml(path string, into interface{}) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

func merge(base, over map[string]interface{}) map[string]interface{} {
	for key, value := range over {
		inner, isMap := value.(map[string]interface{})
		known, wasMap := base[key].(map[string]interface{})
		if isMap && wasMap {
			base[key] = merge(known, inner)
		} else {
			base[key] = value
		}
	}
	return base
}

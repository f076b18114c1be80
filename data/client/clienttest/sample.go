package clienttest

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Sample are documents about two models that do not exist: Bolt, which charges more for long prompts, and Nut. Change them
// and give them to Server.Set.
func Sample() map[string]any {
	released := data.At(time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC))
	documents := map[string]any{
		data.ToolsPath: data.ToolsDocument{TotalTools: 2, LastUpdated: released, Tools: []data.Tool{
			tool("bolt", "Bolt", "2", "12"), tool("nut", "Nut", "0.25", "1"),
		}},
	}
	tariffs := []data.Tariff{
		{ID: "bolt", Name: "Bolt", Seller: "Acme", Sale: data.SalePeriod{From: released}, Limits: data.TokenLimits{Context: 1_000_000}, Lines: []data.TariffLine{
			line(data.ClassInput, "2", &data.ContextBand{UpTo: 200_000}), line(data.ClassInput, "4", &data.ContextBand{Over: 200_000}), line(data.ClassOutput, "12", nil),
		}},
		{ID: "nut", Name: "Nut", Seller: "Acme", Sale: data.SalePeriod{From: released}, Lines: []data.TariffLine{
			line(data.ClassInput, "0.25", nil), line(data.ClassOutput, "1", nil),
		}},
	}
	documents[data.TariffsPath] = data.TariffsDocument{LastUpdated: released, Tools: tariffs}
	for _, t := range tariffs {
		documents[data.PricesPath(t.ID)] = tariff.Extend(data.PricesDocument{}, t, released)
	}
	return documents
}

func tool(id, name, input, output string) data.Tool {
	in := data.MustNumber(input)
	return data.Tool{ID: id, Name: name, Provider: "Acme", Pricing: data.Pricing{Input: in, Output: data.MustNumber(output), CacheRead: in, CacheWrite: in}}
}

func line(class data.BillingClass, usd string, band *data.ContextBand) data.TariffLine {
	price := data.MustNumber(usd)
	return data.TariffLine{Class: class, Terms: data.Terms{Context: band}, State: data.Priced, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
}

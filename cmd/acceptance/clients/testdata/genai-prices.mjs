// Lays our prices over those of @pydantic/genai-prices and prints what it bills then.
import { calcPrice, updatePrices, waitForUpdate } from '@pydantic/genai-prices'

const [base] = process.argv.slice(2)
updatePrices(({ setProviderData }) => setProviderData(fetch(`${base}/api/compat/genai-prices.json`).then((r) => r.json())))
await waitForUpdate()

const questions = [
  ['claude-opus-5', 'claude-opus-5', 'anthropic', 1_000_000, '2026-11-23T12:00:00Z'],
  ['deepseek-v4-pro', 'deepseek-v4-pro', 'deepseek', 900_000, '2026-11-23T01:30:00Z'],
  ['deepseek-v4-pro', 'deepseek-v4-pro', 'deepseek', 900_000, '2026-11-23T05:00:00Z'],
  ['deepseek-v4-pro', 'deepseek-v4-pro', 'deepseek', 900_000, '2026-11-23T12:00:00Z'],
  ['gpt-5-5', 'gpt-5.5', 'openai', 271_999, '2026-11-23T12:00:00Z'],
  ['gpt-5-5', 'gpt-5.5', 'openai', 272_001, '2026-11-23T12:00:00Z'],
]
console.log(JSON.stringify(questions.map(([model, id, providerId, tokens, at]) => ({
  model, at, tokens, price: calcPrice({ input_tokens: tokens }, id, { providerId, timestamp: new Date(at) })?.input_price,
}))))

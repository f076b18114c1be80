// Lays our prices over those of @pydantic/genai-prices and prints what it bills then.
import { readFileSync } from 'node:fs'
import { calcPrice, updatePrices, waitForUpdate } from '@pydantic/genai-prices'

const [base] = process.argv.slice(2)
updatePrices(({ setProviderData }) => setProviderData(fetch(`${base}/api/compat/genai-prices.json`).then((r) => r.json())))
await waitForUpdate()

console.log(JSON.stringify(JSON.parse(readFileSync('questions.json')).map((q) => calcPrice({
  input_tokens: q.input + q.cached + q.written, output_tokens: q.output, cache_read_tokens: q.cached, cache_write_tokens: q.written, cache_write_1h_tokens: q.hour,
}, q.model, { providerId: q.provider, timestamp: new Date(q.at) })?.total_price)))

// Has tokenlens fetch our list and prints what it says a million tokens cost. It is told the provider: of a whole list it
// takes the first provider that has a model of the name.
import { fetchModels, getUsage } from 'tokenlens'

const [base] = process.argv.slice(2)
const providers = await fetchModels({ baseUrl: `${base}/api/compat/models.dev/api.json`, provider: 'anthropic' })
const usage = getUsage({ modelId: 'anthropic/claude-opus-5', usage: { inputTokens: 1_000_000, outputTokens: 0 }, providers })
console.log(JSON.stringify({ usd: usage.costUSD?.totalUSD }))

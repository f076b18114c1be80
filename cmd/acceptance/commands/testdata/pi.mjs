// Has pi read the settings of its user, and prints what it bills then.
import { readFileSync } from 'node:fs'
import { ModelRuntime } from '@earendil-works/pi-coding-agent'
import { calculateCost } from '@earendil-works/pi-ai'

const pi = await ModelRuntime.create({ modelsPath: '.pi/agent/models.json', authPath: '.pi/agent/auth.json', refreshOnCreate: false })
if (pi.getError()) throw new Error(pi.getError())

console.log(JSON.stringify(JSON.parse(readFileSync('questions.json')).map((q) => {
  const model = pi.getModel(q.provider, q.model)
  return model && calculateCost(model, { input: q.input, output: q.output, cacheRead: q.cached, cacheWrite: q.written, cacheWrite1h: q.hour, cost: {} }).total
})))

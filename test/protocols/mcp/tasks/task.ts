import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toolNamed } from '../../../../src/protocols/mcp/catalog.ts'
import { answerOf, callOf, post, refusalOf } from '../../../support/callers/assistant.ts'
import figures from './figures.json' with { type: 'json' }
import { known } from './known.ts'
import { openSeededShop, type SeededShop, type StoreSlug } from './seeded-shop.ts'

const { SEEDED_DATABASE, TASKS } = z.object({ SEEDED_DATABASE: z.url(), TASKS: z.string() }).parse(env)

const Figures = z.record(
  z.string(),
  z.object({ sentence: z.string(), tools: z.array(z.string()), sent: z.int(), received: z.int() }),
)

type Args = Record<string, unknown>

type Task = SeededShop & {
  /** What the merchant asks for. An assistant knows nothing else, besides the date and what tools have answered. */
  readonly says: (sentence: string) => void
  /** What anybody who reads the sentence and the answers can conclude, such as a country's code or a sum. */
  readonly infers: (...facts: readonly unknown[]) => void
  readonly call: (tool: string, args?: Args) => Promise<Record<string, unknown>>
  readonly refused: (tool: string, args?: Args) => Promise<ReturnType<typeof refusalOf>>
}

type Story = (shop: Task) => Promise<void>

const maxGrowth = 1.1

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

const shared: { [Slug in StoreSlug]?: Promise<SeededShop> } = {}

/** A task that reads. All of a store share one copy of the seeded database. */
export const reads = (name: string, story: Story, slug: StoreSlug = 'acme') =>
  task(name, story, () => (shared[slug] ??= openSeededShop(slug)))

/** A task that writes, in a copy of the seeded database of its own. */
export const writes = (name: string, story: Story, slug: StoreSlug = 'acme') =>
  task(name, story, () => openSeededShop(slug))

/** A test that also compares the calls and bytes of the task with figures.json, from which docs/assistants.md is made. */
function task(name: string, story: Story, open: () => Promise<SeededShop>): void {
  test(name, async () => {
    const shop = await open()
    const heard = known()
    const done = { sentence: '', tools: [] as string[], sent: 0, received: 0 }
    const ask = async <Read>(tool: string, args: Args, read: (answer: Awaited<ReturnType<typeof post>>) => Read) => {
      heard.expectKnown(args, toolNamed(tool)?.listed().inputSchema)
      const message = callOf(tool, args)
      const result = read(await post(message, { token: shop.token, through: shop.service }))
      done.tools.push(tool)
      // A model writes the name and the arguments, and reads the answer once, as text or structured content.
      done.sent += bytesOf(message.params)
      done.received += bytesOf(result)
      heard.add(JSON.stringify(result))
      return result
    }
    await story({
      ...shop,
      says: (sentence) => {
        done.sentence = sentence
        heard.add(sentence)
      },
      infers: (...facts) => {
        heard.add(facts.map(String).join(' '))
      },
      call: (tool, args = {}) => ask(tool, args, answerOf),
      refused: (tool, args = {}) => ask(tool, args, refusalOf),
    })
    if (TASKS === 'renew') {
      await fetch(`${SEEDED_DATABASE}/${encodeURIComponent(name)}`, { method: 'PUT', body: JSON.stringify(done) })
      return
    }
    const usual = Figures.parse(figures)[name]
    const hint =
      'If that is intended: TASKS=renew npx vitest run --config test/vitest.config.ts --project workerd test/protocols/mcp/tasks && npm run tasks'
    if (usual === undefined) throw new Error(`figures.json does not have this task. ${hint}`)
    expect(done.tools, `The task takes other calls than before. ${hint}`).toEqual(usual.tools)
    expect(done.sent, `The task sends more bytes than before. ${hint}`).toBeLessThan(usual.sent * maxGrowth)
    expect(done.received, `The task receives more bytes than before. ${hint}`).toBeLessThan(usual.received * maxGrowth)
  })
}

import { expect, test } from 'vitest'
import { crowd, isLong } from '../../support/run/effort.ts'
import { openWalk, type Role, type State, type Step } from './states.ts'

type Node = { readonly state: State; readonly path: readonly Step[]; readonly isUndone: boolean; readonly ways: Way[] }
type Way = { readonly role: Role; readonly name: string; readonly to: Node }

const sum = ({ lines }: State, of: (line: State['lines'][number]) => number) =>
  lines.reduce((total, line) => total + of(line), 0)

const shipped = (state: State) => sum(state, (line) => line.shipped)
const back = (state: State) => sum(state, ({ returned, refused }) => returned + refused)
const unshipped = (state: State) => sum(state, ({ quantity }) => quantity) - shipped(state)
const out = (state: State) => shipped(state) - back(state)
const isOpen = ({ status }: State) => status === 'pending' || status === 'confirmed'

/** States that differ only in which line is which go on alike. */
const keyOf = ({ lines, ...facts }: State, isUndone: boolean) =>
  JSON.stringify([
    facts,
    lines.map(({ quantity, ...line }) => [quantity, line.shipped, line.returned, line.refused].join()).toSorted(),
    isUndone,
  ])

/** All states of an order of two lines, in which an action was taken back at most once. */
async function walk(...size: Parameters<typeof openWalk>): Promise<Node[]> {
  const { first, stepsOf, outcomesOf } = await openWalk(...size)
  const nodes = new Map<string, Node>()
  const nodeOf = (state: State, path: readonly Step[], isUndone: boolean) => {
    const key = keyOf(state, isUndone)
    const node = nodes.get(key) ?? { state, path, isUndone, ways: [] }
    nodes.set(key, node)
    return node
  }
  nodeOf(first, [], false)
  // Nodes that are added meanwhile come last.
  for (const { state, path, isUndone, ways } of nodes.values()) {
    const steps = stepsOf(state, isUndone)
    const outcomes = await outcomesOf(path, steps)
    for (const [at, step] of steps.entries()) {
      const after = outcomes[at]
      if (!after) continue
      const to = nodeOf(after, [...path, step], isUndone || step.name === 'undo')
      ways.push({ role: step.role, name: step.name, to })
    }
  }
  return [...nodes.values()]
}

/** Whether these steps lead from a state to one of the wanted ones. */
function leads(from: Node, isTaken: (way: Way) => boolean, isWanted: (state: State) => boolean): boolean {
  const seen = new Set([from])
  for (const node of seen) {
    if (isWanted(node.state)) return true
    for (const way of node.ways) if (way.name !== 'undo' && isTaken(way)) seen.add(way.to)
  }
  return false
}

const pathOf = ({ path, state }: Node) =>
  `${path.map(({ role, name }) => (role === 'owner' ? name : `${name} (${role})`)).join(', ')}: ${state.status}, ${state.fulfillment}`

test('from every state of an order, what the shop really did can be recorded', async () => {
  const roles: readonly Role[] = isLong ? ['owner', 'staff'] : ['owner']
  const nodes = await walk(crowd(2, 1), roles, isLong)
  const stuck = (name: string, of: (state: State) => boolean, hasWay: (node: Node) => boolean) =>
    nodes.filter((node) => of(node.state) && !hasWay(node)).map((node) => `${name}: ${pathOf(node)}`)

  const by = (role: Role) => (way: Way) => role === 'owner' || way.role === role
  const is = (name: string) => (way: Way) => way.role === 'owner' && !way.name.startsWith(name)
  const found = [
    ...roles.flatMap((role) =>
      stuck(
        `${role}: each unit delivered, back or left out`,
        () => true,
        (node) =>
          leads(
            node,
            by(role),
            (end) => (unshipped(end) === 0 && (out(end) === 0 || end.delivered)) || end.status === 'cancelled',
          ),
      ),
    ),
    ...stuck(
      'all that is left is shipped',
      (state) => isOpen(state) && unshipped(state) > 0,
      (node) =>
        leads(
          node,
          is('leave out'),
          (end) => unshipped(end) === 0 && shipped(end) === shipped(node.state) + unshipped(node.state),
        ),
    ),
    ...stuck(
      'none of what is left is shipped',
      (state) => isOpen(state) && unshipped(state) > 0,
      (node) =>
        leads(
          node,
          is('ship'),
          (end) => back(end) === back(node.state) && (unshipped(end) === 0 || end.status === 'cancelled'),
        ),
    ),
    ...stuck(
      'what is out is delivered',
      (state) => out(state) > 0 && !state.delivered,
      (node) => leads(node, is('ship'), (end) => end.delivered && back(end) === back(node.state)),
    ),
    ...stuck(
      'what is out comes back',
      (state) => out(state) > 0,
      (node) => leads(node, is('ship'), (end) => out(end) === 0),
    ),
    ...stuck(
      'an order of which nothing is out or left is over',
      (state) => isOpen(state) && out(state) === 0 && unshipped(state) === 0,
      (node) => leads(node, by('owner'), (end) => !isOpen(end)),
    ),
  ]
  const ways = nodes.reduce((total, node) => total + node.ways.length, 0)
  expect(found, `${nodes.length} states, ${ways} ways`).toEqual([])
})

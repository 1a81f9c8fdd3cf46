import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

const codec = createRequestStateCodec<{ round: number }>({ key: 'a test key of thirty-two bytes!!' })
export const requestState = {
  verify: (state: string, context: ServerContext) => codec.verify(state, context),
}

const ask = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })
const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 })

const done = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** Requests these inputs until all of them are answered, then finishes. */
function once(requests: InputRequests, finish: (context: ServerContext) => string, withState = false) {
  return async (context: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const { inputResponses = {} } = context.mcpReq
    const keys = Object.keys(requests)
    const complete = keys.every((key) => typeof inputResponses[key] === 'object' && inputResponses[key] !== null)
    if (complete) return done(finish(context))
    return inputRequired({
      inputRequests: requests,
      ...(withState && { requestState: await codec.mint({ round: 1 }, context) }),
    })
  }
}

const stateOk = ({ mcpReq }: ServerContext) =>
  mcpReq.requestState<{ round: number }>()?.round === 1 ? 'state-ok' : 'state lost'

export function addInputRequiredFixtures(server: McpServer) {
  const add = (
    name: string,
    work: (context: ServerContext) => Promise<CallToolResult | InputRequiredResult> | CallToolResult,
  ) => server.registerTool(name, { description: name }, work)

  const name = { user_name: ask('What is your name?', 'name') }
  const confirm = {
    confirm: inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    }),
  }
  const roots = { client_roots: inputRequired.listRoots() }
  add(
    'test_input_required_result_elicitation',
    once(name, ({ mcpReq }) => `Hello, ${String(acceptedContent(mcpReq.inputResponses, 'user_name')?.['name'])}!`),
  )
  add(
    'test_input_required_result_sampling',
    once({ capital_question: sample('What is the capital of France?') }, ({ mcpReq }) =>
      JSON.stringify(mcpReq.inputResponses),
    ),
  )
  add(
    'test_input_required_result_list_roots',
    once(roots, ({ mcpReq }) => JSON.stringify(mcpReq.inputResponses)),
  )
  add('test_input_required_result_request_state', once(confirm, stateOk, true))
  add('test_input_required_result_tampered_state', once(confirm, stateOk, true))
  add(
    'test_input_required_result_multiple_inputs',
    once({ ...name, greeting: sample('Generate a greeting'), ...roots }, stateOk, true),
  )
  add('test_input_required_result_multi_round', async (context) => {
    const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0
    if (round === 2) return done('Both steps are done.')
    const question =
      round === 0
        ? { step1: ask('Step 1: What is your name?', 'name') }
        : { step2: ask('Step 2: What is your favorite color?', 'color') }
    return inputRequired({
      inputRequests: question,
      requestState: await codec.mint({ round: round + 1 }, context),
    })
  })
  add('test_input_required_result_capabilities', (context) => {
    const { elicitation, sampling } = server.server.getClientCapabilities() ?? {}
    return once(
      { ...(elicitation && name), ...(sampling && { greeting: sample('Generate a greeting') }) },
      () => 'answered',
    )(context)
  })
  add(
    'test_streaming_elicitation',
    once(name, () => 'answered'),
  )
  // The SDK refuses to request a capability that the client did not declare.
  add(
    'test_missing_capability',
    once({ greeting: sample('Generate a greeting') }, () => 'answered'),
  )

  server.registerPrompt('test_input_required_result_prompt', { description: 'Requests input first' }, (context) => {
    const content = acceptedContent(context.mcpReq.inputResponses, 'user_context')
    if (!content)
      return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', 'context') } })
    return { messages: [{ role: 'user', content: { type: 'text', text: String(content['context']) } }] }
  })
}

// The tools, resources and prompts that the MCP conformance scenarios expect, served by the product's own endpoint code.
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '../../../src/platform/http/app-env.ts'
import { health } from '../../../src/platform/http/health.ts'
import { onError } from '../../../src/platform/http/on-error.ts'
import { sameOrigin } from '../../../src/protocols/mcp/same-origin.ts'
import { requestLog } from '../../../src/platform/http/request-log.ts'
import { securityHeaders } from '../../../src/platform/http/standard-headers.ts'
import { serve } from '../../../src/protocols/mcp/serve.ts'
import { addInputRequiredFixtures, requestState } from './input-required-fixtures.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: png, mimeType: 'image/png' } as const
const text = (text: string) => ({ type: 'text', text }) as const
const userMessage = <Content>(content: Content) => ({ role: 'user' as const, content })
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

export default new Hono<AppEnv>()
  .use(requestLog(securityHeaders))
  .onError(onError)
  .route('/', health)
  .post('/mcp', sameOrigin, async (c) => serve(fixtureServer, c.req.raw, await c.req.json()))

function fixtureServer(): McpServer {
  const fixed = { listChanged: false }
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    { capabilities: { tools: fixed, resources: fixed, prompts: fixed, logging: {}, completions: {} }, requestState },
  )
  addTools(server)
  addResources(server)
  addPrompts(server)
  addInputRequiredFixtures(server)
  return server
}

function addTools(server: McpServer) {
  const addFixed = (name: string, content: Parameters<typeof toolResult>[0]) =>
    server.registerTool(name, { description: name }, () => toolResult(content))
  const toolResult = (
    content: (ReturnType<typeof text> | typeof image | typeof sound | ReturnType<typeof resource>)[],
  ) => ({
    content,
  })
  const sound = { type: 'audio', data: wav, mimeType: 'audio/wav' } as const
  const resource = (uri: string, mimeType: string, text: string) =>
    ({ type: 'resource', resource: { uri, mimeType, text } }) as const

  addFixed('test_simple_text', [text('This is a simple text response for testing.')])
  addFixed('test_image_content', [image])
  addFixed('test_audio_content', [sound])
  addFixed('test_embedded_resource', [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ])
  addFixed('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ])
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }))
  server.registerTool('test_tool_with_progress', { description: 'Reports progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause()
    }
    return { content: [text('done')] }
  })
  server.registerTool('test_logging_tool', { description: 'Logs while it works' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'working')
    return { content: [text('logged')] }
  })
}

function addResources(server: McpServer) {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text', mimeType: 'text/plain' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'An image', mimeType: 'image/png' },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: png }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'A template', mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
}

function addPrompts(server: McpServer) {
  server.registerPrompt('test_simple_prompt', { description: 'A text' }, () => ({
    messages: [userMessage(text('This is a simple prompt for testing.'))],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Two arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [userMessage(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Contains a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        userMessage({
          type: 'resource' as const,
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        userMessage(text('Please process the embedded resource above.')),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Contains an image' }, () => ({
    messages: [userMessage(image), userMessage(text('Please analyze the image above.'))],
  }))
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }))
}

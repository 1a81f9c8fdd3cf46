import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

/** Settings, Assistants. */
export const assistants = {
  title: 'Assistants',
  lead: (store: Child) => rich`Let Claude, ChatGPT or another assistant work with ${store}.`,
  done: {
    revoked: 'The token is revoked and no longer works.',
    disconnected: 'The assistant is disconnected and no longer has access.',
    created: 'Your store is ready.',
  },
  connect: 'Connect an assistant',
  connectHelp:
    'Paste this URL into the assistant. Then sign in, select the store and choose what the assistant may do.',
  mcpUrl: 'MCP URL',
  url: 'URL',
  guide: {
    claude: 'web, desktop and phone',
    claudeOpen: rich`Open <b>Settings</b>, then <b>Connectors</b>. On a Team or Enterprise plan, an owner adds it for everyone under <b>Organization settings</b>.`,
    claudeAdd: rich`Choose <b>Add custom connector</b>, give it a name and paste the URL.`,
    claudeConnect: rich`Choose <b>Connect</b>, sign in here and choose what Claude may do.`,
    chatGpt: 'web',
    chatGptOpen: rich`Open <b>Settings</b>, then <b>Apps</b> (or <b>Connectors</b>), then <b>Advanced settings</b>, and turn on <b>Developer mode</b>.`,
    chatGptAdd: rich`Go back, choose <b>Create</b>, paste the URL as the <b>MCP server URL</b> and keep <b>OAuth</b>.`,
    chatGptConnect: 'Sign in here and choose what ChatGPT may do.',
    claudeCode: 'terminal',
    run: 'Run:',
    claudeCodeStart: (server: string) =>
      rich`Start <code>claude</code>, enter <code>/mcp</code>, select <code>${server}</code> and authenticate.`,
    cursor: 'editor',
    cursorAdd: rich`Add this to <code>~/.cursor/mcp.json</code>:`,
    cursorConnect: rich`Open <b>Settings</b>, then <b>MCP</b>, and choose <b>Connect</b> (or <b>Needs login</b>) next to the server.`,
  },
  command: 'Command',
  configuration: 'Configuration',
  connected: 'Connected assistants',
  noneConnected: 'No assistants connected yet',
  noneConnectedHelp: 'Paste the URL above into an assistant. It appears here after you allow it.',
  noLongerConnected: (count: number) => `No longer connected (${count})`,
  allowedBy: (person: Child, day: Child) => rich`allowed by ${person} on ${day}`,
  allowedAt: (time: Child) => rich`Allowed on ${time}`,
  allowedByPerson: (person: Child) => rich`allowed by ${person}`,
  aMember: 'a member',
  disconnect: 'Disconnect',
  disconnectConsequence: 'The assistant loses access immediately. To use it again, you must connect it again.',
  ended: {
    disconnected: 'Disconnected',
    revoked_by_client: 'Disconnected by the assistant',
    code_replayed: 'Stopped: its sign-in code was used twice',
    refresh_reused: 'Stopped: an old access key was used again',
    replaced: 'Replaced by a newer connection',
    too_many_devices: 'Ended: the least recently used of more than five devices',
    role_lost: 'Ended: the person who allowed it is no longer an owner or admin',
    ended: 'Ended',
    expired: 'Expired',
    stopped: 'Stopped: the person who allowed it is no longer an owner or admin',
  },
}

import type { Child } from 'hono/jsx'
import { Snippet } from '../ui/copyable.tsx'

type Props = { url: string; /** The name of the server in the assistant's configuration. */ name: string }

/** How to add the URL to common assistants. */
export const ConnectGuide = ({ url, name }: Props) => (
  <div>
    <Guide title="Claude" note="web, desktop and phone">
      <ol class="steps">
        <li>
          Open <b>Settings</b>, then <b>Connectors</b>. On a Team or Enterprise plan, an owner adds it for everyone
          under <b>Organization settings</b>.
        </li>
        <li>
          Choose <b>Add custom connector</b>, give it a name and paste the URL.
        </li>
        <li>
          Choose <b>Connect</b>, sign in here and choose what Claude may do.
        </li>
      </ol>
    </Guide>
    <Guide title="ChatGPT" note="web">
      <ol class="steps">
        <li>
          Open <b>Settings</b>, then <b>Apps</b> (or <b>Connectors</b>), then <b>Advanced settings</b>, and turn on{' '}
          <b>Developer mode</b>.
        </li>
        <li>
          Go back, choose <b>Create</b>, paste the URL as the <b>MCP server URL</b> and keep <b>OAuth</b>.
        </li>
        <li>Sign in here and choose what ChatGPT may do.</li>
      </ol>
    </Guide>
    <Guide title="Claude Code" note="terminal">
      <ol class="steps">
        <li>
          Run:
          <Snippet id="claude-code" noun="Command" text={`claude mcp add --transport http ${name} ${url}`} />
        </li>
        <li>
          Start <code>claude</code>, enter <code>/mcp</code>, select <code>{name}</code> and authenticate.
        </li>
      </ol>
    </Guide>
    <Guide title="Cursor" note="editor">
      <ol class="steps">
        <li>
          Add this to <code>~/.cursor/mcp.json</code>:
          <Snippet id="cursor" noun="Configuration" text={cursorConfig(name, { url })} />
        </li>
        <li>
          Open <b>Settings</b>, then <b>MCP</b>, and choose <b>Connect</b> (or <b>Needs login</b>) next to the server.
        </li>
      </ol>
    </Guide>
  </div>
)

export const cursorConfig = (name: string, server: Record<string, unknown>): string =>
  JSON.stringify({ mcpServers: { [name]: server } }, null, 2)

const Guide = ({ title, note, children }: { title: string; note: string; children?: Child }) => (
  <details name="guide">
    <summary>
      <span>
        {title} <span class="fine">{note}</span>
      </span>
    </summary>
    <div class="stack">{children}</div>
  </details>
)

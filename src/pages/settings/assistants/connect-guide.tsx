import type { Child } from 'hono/jsx'
import { Snippet } from '../ui/copyable.tsx'
import { useWords } from '../words/words.ts'

type Props = { url: string; /** The name of the server in the assistant's configuration. */ name: string }

/** How to add the URL to common assistants. */
export function ConnectGuide({ url, name }: Props) {
  const words = useWords().assistants
  const { guide } = words
  return (
    <div>
      <Guide title="Claude" note={guide.claude} steps={[guide.claudeOpen, guide.claudeAdd, guide.claudeConnect]} />
      <Guide title="ChatGPT" note={guide.chatGpt} steps={[guide.chatGptOpen, guide.chatGptAdd, guide.chatGptConnect]} />
      <Guide
        title="Claude Code"
        note={guide.claudeCode}
        steps={[
          <>
            {guide.run}
            <Snippet id="claude-code" noun={words.command} text={`claude mcp add --transport http ${name} ${url}`} />
          </>,
          guide.claudeCodeStart(name),
        ]}
      />
      <Guide
        title="Cursor"
        note={guide.cursor}
        steps={[
          <>
            {guide.cursorAdd}
            <Snippet id="cursor" noun={words.configuration} text={cursorConfig(name, { url })} />
          </>,
          guide.cursorConnect,
        ]}
      />
    </div>
  )
}

export const cursorConfig = (name: string, server: Record<string, unknown>): string =>
  JSON.stringify({ mcpServers: { [name]: server } }, null, 2)

const Guide = ({ title, note, steps }: { title: string; note: string; steps: readonly Child[] }) => (
  <details name="guide">
    <summary>
      <span>
        <bdi>{title}</bdi> <span class="fine">{note}</span>
      </span>
    </summary>
    <div class="stack">
      <ol class="steps">
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </div>
  </details>
)

import { useWords } from '../words/words.ts'

type Props = {
  id: string
  label: string
  value: string
  /** Names the value in "Copy …" and "… copied". */
  noun: string
}

/** One line to copy. Without script there is no button, and people select the text themselves. */
export const Copyable = ({ id, label, value, noun }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="copyable">
      <input id={id} value={value} readonly dir="ltr" spellcheck={false} autocomplete="off" />
      <CopyButton source={id} noun={noun} />
    </div>
  </div>
)

/** Several lines to copy. */
export const Snippet = ({ id, text, noun }: { id: string; text: string; noun: string }) => (
  <div class="snippet">
    <pre id={id} tabindex={0} dir="ltr">
      {text}
    </pre>
    <CopyButton source={id} noun={noun} />
  </div>
)

function CopyButton({ source, noun }: { source: string; noun: string }) {
  const words = useWords().ui
  return (
    <button
      type="button"
      hidden
      data-copy={source}
      data-copied={words.copied}
      data-announced={words.copiedWhat(noun)}
      data-press={words.pressToCopy}
      data-failed={words.cannotCopy}
    >
      {words.copy}
      <span class="visually-hidden"> {noun}</span>
    </button>
  )
}

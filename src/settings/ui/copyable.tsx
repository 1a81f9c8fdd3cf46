type Props = { id: string; label: string; value: string; /** What is said to have been copied. */ what: string }

/** One line to copy: by the button where there is script, by hand where there is none. */
export const Copyable = ({ id, label, value, what }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="copyable">
      <input id={id} value={value} readonly dir="ltr" spellcheck={false} autocomplete="off" />
      <CopyButton source={id} what={what} />
    </div>
  </div>
)

/** Several lines to copy. */
export const Snippet = ({ id, text, what }: { id: string; text: string; what: string }) => (
  <div class="snippet">
    <pre id={id} tabindex={0}>
      {text}
    </pre>
    <CopyButton source={id} what={what} />
  </div>
)

const CopyButton = ({ source, what }: { source: string; what: string }) => (
  <button type="button" hidden data-copy={source} data-what={what}>
    Copy<span class="unseen"> {what}</span>
  </button>
)

import type { Child, PropsWithChildren } from 'hono/jsx'
import { Name } from './name.tsx'

type Props = { id: string; title: Child; help?: Child }

/** A section of a page under a heading, whose id is `id`. */
export const Card = ({ id, title, help, children }: PropsWithChildren<Props>) => (
  <section class="card" aria-labelledby={id}>
    <header>
      <h2 id={id}>{title}</h2>
      {help !== undefined && help !== false && <p class="fine">{help}</p>}
    </header>
    {children}
  </section>
)

/** Rows that are shown only after a click, because what they are about has ended. */
export const EndedRows = ({ summary, rows }: { summary: string; rows: Child[] }) =>
  rows.length > 0 && (
    <details>
      <summary>{summary}</summary>
      <div class="stack">
        <ul class="rows">{rows}</ul>
      </div>
    </details>
  )

/** The first line of a row: its name, with tags. */
export const RowName = ({ text, children }: PropsWithChildren<{ text: string }>) => (
  <div class="named">
    <h3>
      <Name text={text} />
    </h3>
    {children}
  </div>
)

type RowsProps = { rows: Child[]; none: Child; noneHelp?: Child }

/** A list, or what a page says if there is nothing to list. */
export const Rows = ({ rows, none, noneHelp }: RowsProps) =>
  rows.length > 0 ? (
    <ul class="rows">{rows}</ul>
  ) : (
    <div class="empty">
      <strong>{none}</strong>
      {noneHelp !== undefined && noneHelp !== false && <p>{noneHelp}</p>}
    </div>
  )

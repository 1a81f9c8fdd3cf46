import { useState } from 'preact/hooks'
import { text, textOf } from '../language/language.ts'
import type { OrderAction } from '../service/types.ts'
import { SchemaForm } from './schema-form.tsx'

type Props = {
  readonly actions: readonly OrderAction[]
  /** Of amounts. */
  readonly decimals: number
  readonly act: (action: OrderAction, body: Record<string, unknown>) => Promise<void>
}

/** A button for each action that the order allows now; it opens the form that the service describes. */
export function Actions({ actions, decimals, act }: Props) {
  const [chosen, choose] = useState<OrderAction>()
  return (
    <section class="card">
      <h2>{text('actions')}</h2>
      {actions.length === 0 && <p class="quiet">{text('no_actions')}</p>}
      <div class="actions">
        {actions.map((action) => (
          <button
            key={action.name}
            type="button"
            aria-expanded={chosen === action}
            class={action.name === 'cancel' ? 'danger' : ''}
            onClick={() => choose(chosen === action ? undefined : action)}
          >
            {textOf('action', action.name)}
          </button>
        ))}
      </div>
      {chosen && (
        <SchemaForm
          key={chosen.name}
          title={textOf('action', chosen.name)}
          about={chosen.about}
          form={chosen.form}
          decimals={decimals}
          onSubmit={(body) => act(chosen, body)}
          onClose={() => choose(undefined)}
        />
      )}
    </section>
  )
}

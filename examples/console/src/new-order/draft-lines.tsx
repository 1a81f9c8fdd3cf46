import { money, text } from '../language/language.ts'
import { stockOf } from '../products/stock.ts'
import { type DraftLine, nameOf } from './draft.ts'

type Props = {
  readonly lines: readonly DraftLine[]
  readonly currency: string
  readonly onChange: (lines: readonly DraftLine[]) => void
}

export function DraftLines({ lines, currency, onChange }: Props) {
  const change = (at: number, changed: Partial<DraftLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changed } : line)))
  return (
    <ul class="rows draft">
      {lines.map((line, index) => (
        <li key={`${line.product.id}-${index}`}>
          <div>
            <bdi>{line.product.title}</bdi>
            <small>{stockOf([line.variant])}</small>
          </div>
          {line.product.variants.length > 1 && (
            <label>
              <span class="visually-hidden">{text('variant')}</span>
              <select
                value={line.variant.id}
                onChange={(event) => {
                  const variant = line.product.variants.find(({ id }) => id === event.currentTarget.value)
                  if (variant) change(index, { variant })
                }}
              >
                {line.product.variants.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            <span class="visually-hidden">{`${text('quantity')}: ${nameOf(line)}`}</span>
            <input
              type="number"
              min={1}
              step={1}
              required
              value={line.quantity}
              onInput={(event) => change(index, { quantity: Number(event.currentTarget.value) })}
            />
          </label>
          <div class="number">{money(line.variant.price, currency)}</div>
          <button
            type="button"
            aria-label={text('remove', { name: nameOf(line) })}
            onClick={() => onChange(lines.toSpliced(index, 1))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}

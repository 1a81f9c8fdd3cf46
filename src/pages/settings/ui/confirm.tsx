import { useWords } from '../words/words.ts'
import { FormToken } from './field.tsx'
import { Name } from './name.tsx'

type Props = {
  /** The action, as a verb such as "Revoke". */
  verb: string
  name: string
  action: string
  consequence: string
  formToken: string
  store: string
  /** Needed where the same id can exist in several stores. */
  storeId?: string
}

/** A button that asks for confirmation before it acts. Works without script. */
export const Confirm = ({ verb, name, action, consequence, formToken, store, storeId }: Props) => (
  <details class="confirm">
    <summary>
      {verb}
      <HiddenName name={name} />
    </summary>
    <form method="post" action={action}>
      <p>{consequence}</p>
      <FormToken value={formToken} />
      <input type="hidden" name="store" value={store} />
      {storeId !== undefined && <input type="hidden" name="store_id" value={storeId} />}
      <button class="danger">
        {useWords().ui.yes(verb)}
        <HiddenName name={name} />
      </button>
    </form>
  </details>
)

/** Says what a button acts on, to those who do not see the row that it is in. */
export const HiddenName = ({ name }: { name: string }) => (
  <span class="visually-hidden">
    {' '}
    <Name text={name} />
  </span>
)

import { FormToken } from './layout.tsx'
import { Name } from './name.tsx'

type Props = {
  /** What is asked for, as a verb. */
  verb: string
  name: string
  action: string
  consequence: string
  formToken: string
  store: string
  /** Where the same id may be in several stores. */
  storeId?: string
}

/** A button that opens the question, and a second one that means it; neither needs script. */
export const Confirm = ({ verb, name, action, consequence, formToken, store, storeId }: Props) => (
  <details class="confirm">
    <summary>
      {verb}
      <span class="unseen">
        {' '}
        <Name text={name} />
      </span>
    </summary>
    <form method="post" action={action}>
      <p>{consequence}</p>
      <FormToken value={formToken} />
      <input type="hidden" name="store" value={store} />
      {storeId !== undefined && <input type="hidden" name="store_id" value={storeId} />}
      <button class="danger">
        Yes, {verb.toLowerCase()}
        <span class="unseen">
          {' '}
          <Name text={name} />
        </span>
      </button>
    </form>
  </details>
)

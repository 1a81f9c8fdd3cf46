import { useWords } from '../words/words.ts'
import { Name } from './name.tsx'

/** A name and a value, in a list of facts. */
export const Fact = ({ name, value }: { name: string; value: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd>
      {value === null ? <span class="fine">{useWords().ui.notSet}</span> : <Name text={value} maxLength={2000} />}
    </dd>
  </>
)

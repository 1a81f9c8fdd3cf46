import { useContext } from 'hono/jsx'
import { LanguageContext, useFormats, useWords } from '../words/words.ts'
import { type EventGroup, eventGroups, eventText, kindText } from './event-groups.ts'
import { PickText } from '../ui/choice.tsx'

type Props = { chosen: readonly string[]; error: string | undefined }

/** Checkboxes for the events that a webhook gets: all, all of a kind, or single types. */
export function EventPicker({ chosen, error }: Props) {
  const words = useWords().webhooks
  return (
    <div
      class="scopes"
      id="events"
      tabindex={-1}
      role="group"
      aria-label={words.events}
      {...(error !== undefined && { 'aria-describedby': 'events-wrong' })}
    >
      {error !== undefined && (
        <p class="wrong" id="events-wrong">
          {error}
        </p>
      )}
      <fieldset class="picks">
        <legend>{words.whichEvents}</legend>
        <Pick pattern="*" label={words.allEvents} isChosen={chosen.includes('*')} />
      </fieldset>
      <div>
        {eventGroups.map((group) => (
          <Group group={group} chosen={chosen} />
        ))}
      </div>
    </div>
  )
}

/** Open if single types are chosen: the summary is enough for all of a kind. */
function Group({ group: { area, choices }, chosen }: { group: EventGroup; chosen: readonly string[] }) {
  const language = useContext(LanguageContext)
  const title = useWords().webhooks.areas[area]
  const ofGroup = choices.map(({ pattern }) => pattern).filter((pattern) => chosen.includes(pattern))
  return (
    <details open={ofGroup.some((pattern) => !pattern.endsWith('.*'))}>
      <summary>
        {title}
        {ofGroup.length > 0 && (
          <span class="fine">
            {' '}
            <EventsText patterns={ofGroup} />
          </span>
        )}
      </summary>
      <div class="stack">
        <div class="picks" role="group" aria-label={title}>
          {choices.map((choice) => (
            <Pick
              pattern={choice.pattern}
              label={'kind' in choice ? kindText(choice.kind, language) : eventText(choice.type, language)}
              isChosen={chosen.includes(choice.pattern)}
            />
          ))}
        </div>
      </div>
    </details>
  )
}

/** What a webhook listens to, in a few words. */
export function EventsText({ patterns }: { patterns: readonly string[] }) {
  const words = useWords().webhooks
  const { isolate } = useFormats()
  if (patterns.includes('*')) return <>{words.allEvents}</>
  const shown = patterns.slice(0, 4).map(isolate).join(', ')
  return <>{patterns.length > 4 ? words.andMore(shown, patterns.length - 4) : shown}</>
}

const Pick = ({ pattern, label, isChosen }: { pattern: string; label: string; isChosen: boolean }) => (
  <label class="pick">
    <input type="checkbox" name="events" value={pattern} checked={isChosen} />
    <PickText label={label} help={<bdi dir="ltr">{pattern}</bdi>} />
  </label>
)

import { isObject, type Json, refTo } from './json.ts'
import { nameOf, oneOf, snapshots, typesOf, withoutSnapshot } from './webhooks.ts'

/** Gives the events of the feed the schemas of their resources. Takes and returns components. */
export function withFeed({ FeedEvent: event, ...components }: Json): Json {
  const [, own]: unknown[] = isObject(event) && Array.isArray(event['allOf']) ? event['allOf'] : []
  const properties = isObject(own) ? own['properties'] : undefined
  if (!isObject(properties)) throw new Error('the component FeedEvent has no fields of its own')
  const { cursor, resource }: Json = properties
  const { description }: Json = isObject(resource) ? resource : {}
  const inFeed = (types: readonly string[], schema: Json) => ({
    allOf: [
      oneOf(types.map((type) => refTo(nameOf(type)))),
      { type: 'object', required: ['cursor'], properties: { cursor, resource: { ...schema, description } } },
    ],
  })
  return {
    ...components,
    FeedEvent: {
      description: 'An event in the feed. Its type determines its data and its resource.',
      oneOf: [
        ...Object.entries(snapshots).map(([subject, { schema }]) =>
          inFeed(typesOf(subject), { anyOf: [schema, { type: 'null' }] }),
        ),
        inFeed(withoutSnapshot, { type: 'null' }),
      ],
    },
  }
}

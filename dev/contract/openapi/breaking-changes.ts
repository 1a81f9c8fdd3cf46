/**
 * Promises of the released contract that the next release breaks on purpose, as `npm run contract` prints them, each with the
 * reason. Announce a removal with `deprecated` on the route first. `npm run openapi -- --release` starts a new list.
 */
export const breakingChanges: Readonly<Record<string, string>> = {}

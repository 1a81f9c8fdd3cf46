import { ProblemError } from '@merchant-commerce/client'

/** The problem that the service answered with, if it did. */
export const problemOf = (error: unknown) => (error instanceof ProblemError ? error.problem : undefined)

export const isVersionConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'version_conflict'

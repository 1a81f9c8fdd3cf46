/** The database was made by another version of the service, which this one cannot migrate. */
export class OtherVersion extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'This database was made by another version of the service, which this one cannot migrate. Nothing in it was changed. Migrate a new, empty database, or use the version that made this one.',
      options,
    )
  }
}

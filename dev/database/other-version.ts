/** The database was made by another version of the service, and no way leads from there to this one. */
export class OtherVersion extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'This database was made by another version of the service, and no way leads from there to this one. Nothing in it was changed. Migrate a new, empty database, or use the version that made this one.',
      options,
    )
  }
}

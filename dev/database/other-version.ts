/** The database was made by another version of the service, which this one cannot migrate. `reason` says what differs. */
export class OtherVersion extends Error {
  constructor(reason: string) {
    super(
      `This database was made by another version of the service, which this one cannot migrate (${reason}). Its tables, functions and rows were not changed. Migrate a new, empty database, or use the version that made this one.`,
    )
  }
}

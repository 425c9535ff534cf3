/** Names the database to the owner, without its user and password. */
export function databaseLabelOf(databaseUrl: string | undefined, dataDir: string): string {
  if (databaseUrl === undefined) return `the embedded database in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`
}

import { ImportError } from '#server/catalogue/finding.ts'
import { EnvError } from '#server/env.ts'
import { S3Error } from '#server/pictures/s3-store.ts'
import { Refusal } from '#server/refusal.ts'
import { ShopError } from '#shared/errors.ts'

/** Errors whose message can be shown to the owner as it is. */
const SAID_PLAINLY = [EnvError, ImportError, Refusal, S3Error, ShopError]

type SystemError = Error & { code?: string; path?: string; port?: number }

/**
 * One plain sentence for a startup error that an owner can fix; undefined for a bug of ours, which deserves its stack
 * trace.
 */
export function plainStartError(error: unknown): string | undefined {
  if (SAID_PLAINLY.some((kind) => error instanceof kind)) return (error as Error).message
  const found = systemErrorOf(error)
  if (found === undefined) return undefined
  const { code, path, port, message } = found
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? `The folder ${path ?? 'for data'} cannot be written to. Change its permissions, or set DATA_DIR to another folder.`
        : `Port ${port} may not be used by this account. Set PORT to a number above 1023.`
    case 'ENOSPC':
    case '53100':
      return 'The disk is full: free some space and start again. Nothing was lost.'
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path ?? 'DATA_DIR'} is not a folder. Set DATA_DIR to a folder.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case '57P03':
      return `The database at DATABASE_URL or DATABASE_DIRECT_URL does not answer (${code}).`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate of the database at DATABASE_URL comes from an authority that is not trusted here (${code}). Save that authority's certificate to a file, and add sslrootcert=FILE to the address or set NODE_EXTRA_CA_CERTS to it.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'The certificate of the database at DATABASE_URL is for another host. Set the address to a name that the certificate is for.'
    case '08P01':
      return 'DATABASE_URL leads to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well.'
    case '28P01':
    case '28000':
      return 'The database refuses the user or password in DATABASE_URL.'
    case '57P01':
      return 'The database was stopped meanwhile, as it is with the shop. Start the shop, and check with "audit" whether the command was carried out.'
    case '3D000':
      return 'The database named in DATABASE_URL does not exist.'
    case '42501':
      return 'The user in DATABASE_URL may not create what the shop needs in its database. Make it the owner of that database.'
    case '55P03':
    case '40P01':
      return 'The database is busy with something that takes longer, such as an import. Please try again.'
    case '53300':
      return 'The database at DATABASE_URL takes no more connections. Close others, allow it more (max_connections, or the limit of its user), or lower DATABASE_POOL.'
    case 'ERR_MODULE_NOT_FOUND':
      return /dist/.test(message ?? '')
        ? 'The pages are not built. Run `npm run build`, or start with `npm start`.'
        : undefined
    default:
      return undefined
  }
}

/** Libraries may wrap the system's error once or twice, or collect several attempts in an AggregateError. */
function systemErrorOf(error: unknown): Partial<SystemError> | undefined {
  if (!(error instanceof Error)) return undefined
  const known = error as SystemError
  if (known.code !== undefined) return known
  return systemErrorOf(error instanceof AggregateError ? error.errors[0] : error.cause) ?? known
}

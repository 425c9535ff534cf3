/** GET or HEAD: asks for what the shop has, and changes nothing. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Every other method but OPTIONS, by which a browser only asks what it may send. */
export function isWrite(method: string): boolean {
  return !isRead(method) && method !== 'OPTIONS'
}

/** Codes of OpenSSL and Node for an untrusted certificate or a failed handshake. */
const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_)/

/**
 * The code of a TLS failure at any depth of causes. Undefined if a connection failed for another
 * reason.
 */
export function tlsFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = "code" in error ? `${error.code}` : ""
  return tlsCode.test(code) ? code : tlsFaultOf(error.cause)
}

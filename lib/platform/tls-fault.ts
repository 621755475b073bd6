/** OpenSSL's and Node's codes where a certificate is not believed or no encryption comes about. */
const tlsCode =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_)/

/** The code of a failure of TLS, however deep; undefined where a connection failed otherwise. */
export function tlsFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = "code" in error ? `${error.code}` : ""
  return tlsCode.test(code) ? code : tlsFaultOf(error.cause)
}

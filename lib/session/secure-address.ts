const loopbackHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether what is sent to a web address can be read by nobody on the way: https, or a host of this machine. */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === "https:" || (protocol === "http:" && loopbackHost.test(hostname))
}

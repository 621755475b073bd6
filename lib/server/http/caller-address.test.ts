import { expect, test } from "vitest"
import { addressOf } from "./caller-address"

test.each([
  ["without proxies the connection's other end", "192.0.2.1", "203.0.113.9", 0, "192.0.2.1"],
  ["behind one what that has seen", "10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
  ["never what a client wrote left of it", "10.0.0.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"],
  [
    "behind two what the outer one has seen",
    "10.0.0.1",
    "6.6.6.6, 1.1.1.1, 10.0.0.2",
    2,
    "1.1.1.1",
  ],
  ["the outermost known where proxies are fewer", "10.0.0.1", undefined, 2, "10.0.0.1"],
  ["no text that is no address", "10.0.0.1", "<script>", 1, undefined],
  ["nothing of a connection that is gone", undefined, undefined, 0, undefined],
  ["an address of IPv4 as it is written", "::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
  ["an address of IPv6", "2001:db8::1", undefined, 0, "2001:db8::1"],
])("the caller's address is %s", (_, remote, forwarded, proxies, address) => {
  expect(addressOf(remote, forwarded, proxies)).toBe(address)
})

/**
 * An object's own value under an untrusted name, ignoring inherited members such as `constructor`.
 */
export const ownValue = <T extends object>(object: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(object, name) ? object[name as keyof T] : undefined

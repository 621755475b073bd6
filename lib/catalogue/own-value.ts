/** What an object itself holds under a name that came from outside; what every object inherits, such as `constructor`, is not in it. */
export const ownValue = <T extends object>(object: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(object, name) ? object[name as keyof T] : undefined

/**
 * Jest environment that treats the Error, Array and Object of Node and of packages as equal to those of the test
 * file, as in production: for `instanceof` on both sides and for the deep comparisons of node:assert. Jest runs
 * each test file in a realm with globals of its own.
 */
import assert from 'node:assert';
import { isDate } from 'node:util/types';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

const ERRORS = [
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
];
const SHARED = [...ERRORS, 'Array', 'Date', 'Map', 'Object', 'Promise', 'RegExp', 'Set'];
const ordinary = Function.prototype[Symbol.hasInstance];

/** The realm of the test file that runs in this process. */
let current = globalThis;

export default class TestEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    current = this.global;
    for (const name of SHARED) acceptInstancesOf(current[name], () => globalThis[name]);
  }
}

for (const name of SHARED) acceptInstancesOf(globalThis[name], () => current[name]);

/** `instanceof` a class takes instances of its counterpart too. */
function acceptInstancesOf(own, counterpart) {
  Object.defineProperty(own, Symbol.hasInstance, {
    configurable: true,
    // A subclass inherits this and is asked for itself.
    value(value) {
      return ordinary.call(this, value) || (this === own && ordinary.call(counterpart(), value));
    },
  });
}

const { deepStrictEqual: compare, notDeepStrictEqual: compareNot } = assert;

/** The comparison of node:assert, where a difference only of realms is none. */
function deepStrictEqual(actual, expected, message) {
  try {
    compare(actual, expected, message);
  } catch (error) {
    if (isEqualInOneRealm(actual, expected)) return;
    // The line that failed is the test's.
    Error.captureStackTrace(error, deepStrictEqual);
    throw error;
  }
}
assert.deepStrictEqual = deepStrictEqual;
assert.strict.deepStrictEqual = deepStrictEqual;
assert.strict.deepEqual = deepStrictEqual;

/** The opposite comparison, where a difference only of realms is none. */
function notDeepStrictEqual(actual, expected, message) {
  try {
    compareNot(actual, expected, message);
    // Equal in one realm: the same comparison says so of the copies.
    if (isEqualInOneRealm(actual, expected)) compareNot(inOneRealm(actual), inOneRealm(expected), message);
  } catch (error) {
    Error.captureStackTrace(error, notDeepStrictEqual);
    throw error;
  }
}
assert.notDeepStrictEqual = notDeepStrictEqual;
assert.strict.notDeepStrictEqual = notDeepStrictEqual;
assert.strict.notDeepEqual = notDeepStrictEqual;

function isEqualInOneRealm(actual, expected) {
  try {
    compare(inOneRealm(actual), inOneRealm(expected));
    return true;
  } catch {
    return false;
  }
}

/**
 * A copy whose arrays, plain objects, dates, maps and sets are those of this realm; everything else is the same object.
 */
function inOneRealm(value, seen = new Map()) {
  if (typeof value !== 'object' || value === null) return value;
  if (isDate(value)) return new Date(value.getTime());
  if (seen.has(value)) return seen.get(value);
  const prototype = Object.getPrototypeOf(value);
  const copied = (copy, fill) => {
    seen.set(value, copy);
    fill(copy);
    return copy;
  };
  const own = (copy) => {
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      if (descriptor?.enumerable) copy[key] = inOneRealm(value[key], seen);
    }
  };
  const is = (name) => prototype === current[name].prototype || prototype === globalThis[name].prototype;
  if (is('Array')) return copied(new Array(value.length), own);
  if (is('Object')) return copied({}, own);
  if (is('Map')) {
    return copied(new Map(), (copy) => {
      for (const [key, item] of value) copy.set(inOneRealm(key, seen), inOneRealm(item, seen));
    });
  }
  if (is('Set')) {
    return copied(new Set(), (copy) => {
      for (const item of value) copy.add(inOneRealm(item, seen));
    });
  }
  return value;
}

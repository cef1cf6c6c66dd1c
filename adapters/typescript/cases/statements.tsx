// Statements that the other sample does not have.
async function later(values, port) {
  if (null === values) return null;
  if (!Array.isArray(values)) {
    throw new TypeError("values");
  }
  console.assert(values.length > 0);
  assert(port);
  await Promise.all(values);
  values.load().then((found) => found.size);
  port.count++;
  outer: for (const value of values) {
    for (const part of value) {
      if (part) continue outer;
      break outer;
    }
  }
  return port;
}

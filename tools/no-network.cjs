// Required before a program, it ends the program as soon as it asks for a connection or a name.
const end = (what) => () => {
  console.error(`It asked for the network: ${what}.`);
  process.exit(86);
};
require("node:net").Socket.prototype.connect = end("a connection");
require("node:dns").lookup = end("a name");

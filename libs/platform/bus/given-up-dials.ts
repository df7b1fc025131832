import { NodeTransport } from "nats/lib/src/node_transport.js";

/*
 * A connection attempt that the client of NATS gives up keeps its socket. A server that answers later ends that socket,
 * because it hears no sign-in. The client takes this for the end of the connection that it has since, and dials once more. Then one parser
 * reads the bytes of both, for good. So an attempt that is given up ends its socket here, and the client does not hear of that end.
 */
const { connect, close } = NodeTransport.prototype;

NodeTransport.prototype.connect = async function (...server) {
  await connect.apply(this, server);
  if (this.isClosed) this.socket.destroy();
};

NodeTransport.prototype.close = async function (error) {
  if (!this.connected) {
    this.done = true;
    this.socket?.destroy();
  }
  await close.call(this, error);
};

package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that can send arbitrary bytes, valid or not. Each connection has a thread that runs the script. */
final class RawServer implements AutoCloseable {
    @FunctionalInterface
    interface Script {
        void run(Peer peer) throws Exception;
    }

    private final ServerSocket listener;
    private final Script script;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    final AtomicInteger accepted = new AtomicInteger();

    private RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    static RawServer running(Script script) throws IOException {
        return running(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), script);
    }

    static RawServer running(ServerSocket listener, Script script) {
        RawServer server = new RawServer(listener, script);
        Thread.ofPlatform().daemon().start(server::accept);
        return server;
    }

    /** Reads requests and sends this response to each. */
    static RawServer answering(String answer) throws IOException {
        return running(peer -> {
            while (peer.request() != null) peer.send(answer);
        });
    }

    /** Reads one request, sends this and closes. */
    static RawServer answeringOnce(String answer) throws IOException {
        return running(peer -> {
            peer.request();
            peer.send(answer);
        });
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                int number = accepted.incrementAndGet();
                Thread.ofPlatform().daemon().start(() -> serve(socket, number));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            script.run(new Peer(socket, number));
        } catch (Exception e) {
            // The client closed, which most of these tests want.
        } finally {
            open.remove(socket);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /** Returns the number of open connections. */
    int open() {
        return open.size();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) socket.close();
    }

    /** The server's end of one connection. */
    static final class Peer {
        final Socket socket;
        /** Number of the connection, counted from 1. */
        final int number;

        private final InputStream in;
        private final OutputStream out;

        Peer(Socket socket, int number) throws IOException {
            this.socket = socket;
            this.number = number;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Reads the next request with the content that its Content-Length announces. Returns null at the end. */
        String request() throws IOException {
            StringBuilder head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) {
                int b = in.read();
                if (b < 0) return null;
                head.append((char) b);
            }
            int at = head.toString().toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
            if (at < 0) return head.toString();
            int length = Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
            return head + new String(in.readNBytes(length), ISO_8859_1);
        }

        int read() throws IOException {
            return in.read();
        }

        void send(String text) throws IOException {
            send(text.getBytes(ISO_8859_1));
        }

        void send(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** Closes with a reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Waits until the client has closed. */
        void awaitEnd() throws IOException {
            while (in.read() >= 0) {}
        }
    }
}

package vesper.launcher.hostile;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The behavior of a hostile client on one connection, until the server closes it or the attacks are over. */
enum Attack {
    /** A header section that grows by one byte at a time, slowly. */
    SLOW_HEAD(Payload.bytes("GET /api/hello HTTP/1.1\r\nHost: a\r\nX: ")) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Payload.bytes("x"), over);
        }
    },
    SLOW_BODY(Payload.head("/api/map", "application/json", 1_000_000)) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Payload.bytes(" "), over);
        }
    },
    SLOW_CHUNKS(Payload.bytes("POST /api/map HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Payload.bytes("1\r\n \r\n"), over);
        }
    },
    /** Keeps requesting a megabyte and never reads. */
    NEVER_READS(Payload.bytes("GET /api/big HTTP/1.1\r\nHost: a\r\n\r\n".repeat(100))) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Payload.bytes("GET /api/big HTTP/1.1\r\nHost: a\r\n\r\n"), over);
        }
    },
    /** An HTTP/2 request whose header section grows by one byte at a time, slowly. */
    SLOW_HTTP2_HEAD(Http2Payload.beginningOfHead()) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Http2Payload.moreOfHead(), over);
        }
    },
    /**
     * Requests a megabyte a hundred times with a flow-control window of 0, and reads everything that arrives
     * nevertheless.
     */
    HTTP2_WITHOUT_ROOM(Http2Payload.requestsWithoutRoom()) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException {
            send(socket, opening);
            readAll(socket);
        }
    },
    HTTP2_WITH_LITTLE_ROOM(Http2Payload.requestsWithLittleRoom()) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException {
            send(socket, opening);
            readAll(socket);
        }
    },
    /** Requests the same with the largest possible window, and reads nothing. */
    HTTP2_NEVER_READS(Http2Payload.requestsWithAllRoom()) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
            drip(socket, Http2Payload.ping(), over);
        }
    },
    GZIP_BOMB(Payload.gzipBomb(1)),
    GZIP_BOMB_IN_A_BOMB(Payload.gzipBomb(2)),
    DEEP_JSON(Payload.json("{\"a\":" + "[".repeat(1_000_000))),
    HUGE_NUMBER(Payload.json("{\"a\":" + "9".repeat(1_000_000) + "}")),
    MANY_LONG_NUMBERS(Payload.json("{\"a\":[" + ("9".repeat(999) + ",").repeat(1_000) + "1]}")),
    HUGE_EXPONENT(Payload.wholeNumber("1e999999999")),
    ENTITY_BOMB(Payload.entityBomb()),
    DEEP_XML(Payload.xml("<a>".repeat(300_000))),
    COLLIDING_JSON_KEYS(Payload.collidingKeys()),
    COLLIDING_XML_ELEMENTS(Payload.collidingElements()),
    COLLIDING_FORM_FIELDS(Payload.collidingFields()),
    COLLIDING_HEADER_NAMES(Payload.collidingHeaderNames()),
    FORM_OF_50000_FIELDS(Payload.formOfManyFields()),
    MULTIPART_OF_19000_PARTS(Payload.uploadOfManyParts()),
    ENDLESS_HEADERS(Payload.endlessHeaders()),
    ENDLESS_CHUNK_EXTENSION(Payload.endlessChunkExtension()),
    /** Connects, sends a request, and resets the connection before the response. */
    RESETS(Payload.bytes("GET /api/big HTTP/1.1\r\nHost: a\r\n\r\n")) {
        @Override
        void carryOut(Socket socket, CountDownLatch over) throws IOException {
            send(socket, opening);
            socket.setSoLinger(true, 0);
        }
    };

    private static final long DRIP_MILLIS = 300;

    final byte[] opening;

    Attack(byte[] opening) {
        this.opening = opening;
    }

    /** Sends one request and waits for the response. */
    void carryOut(Socket socket, CountDownLatch over) throws IOException, InterruptedException {
        send(socket, opening);
        if (socket.getInputStream().read(new byte[8192]) < 0) throw new IOException("closed");
    }

    final void drip(Socket socket, byte[] drop, CountDownLatch over) throws IOException, InterruptedException {
        send(socket, opening);
        while (!over.await(DRIP_MILLIS, TimeUnit.MILLISECONDS)) send(socket, drop);
    }

    static void readAll(Socket socket) throws IOException {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }
}

package vesper.bench.instrument;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small hello server that tests start as a separate process; its first argument is the body. With the word {@code
 * growing} successive responses differ in length, and with {@code wasteful} each creates a mebibyte of garbage.
 */
public final class HelloProcess {
    private static final int MEBIBYTE = 1 << 20;

    private final String body;
    private final String word;
    private final AtomicInteger answered = new AtomicInteger();
    private volatile int garbage;

    private HelloProcess(String body, String word) {
        this.body = body;
        this.word = word;
    }

    public static void main(String[] args) throws IOException {
        var process = new HelloProcess(args[0], args.length > 1 ? args[1] : "");
        try (var listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            System.out.println("ready http://127.0.0.1:" + listener.getLocalPort() + "/");
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> process.serve(socket));
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            OutputStream out = socket.getOutputStream();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) out.write(answer());
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        }
    }

    private byte[] answer() {
        int number = answered.incrementAndGet();
        if (word.equals("wasteful")) garbage += new byte[MEBIBYTE].length;
        String text = word.equals("growing") ? body.repeat(1 + number % 3) : body;
        return ("HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text).getBytes(ISO_8859_1);
    }
}

package vesper.bench.instrument;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A hello server of a few lines that tests start as a process of its own; its first argument is the body. */
public final class HelloProcess {
    private HelloProcess() {}

    public static void main(String[] args) throws IOException {
        byte[] answer =
                ("HTTP/1.1 200 OK\r\nContent-Length: " + args[0].length() + "\r\n\r\n" + args[0]).getBytes(ISO_8859_1);
        try (var listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            System.out.println("ready http://127.0.0.1:" + listener.getLocalPort() + "/");
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket, answer));
            }
        }
    }

    private static void serve(Socket socket, byte[] answer) {
        try (socket) {
            var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            OutputStream out = socket.getOutputStream();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) out.write(answer);
            }
        } catch (IOException gone) {
            // The client went away.
        }
    }
}

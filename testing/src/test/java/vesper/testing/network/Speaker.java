package vesper.testing.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A process that sends and receives words over UDP. For each line {@code HOST WORD} of its input it sends the word to
 * the host and prints {@value #SENT}. It also prints each word that it receives.
 */
final class Speaker {
    static final String SENT = "sent";

    private static final int PORT = 7000;
    private static final int MOST_BYTES = 100;

    private Speaker() {}

    public static void main(String... host) throws IOException {
        var socket = new DatagramSocket(new InetSocketAddress(host[0], PORT));
        Thread.ofPlatform().daemon().start(() -> listen(socket));
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] said = line.split(" ");
            byte[] word = said[1].getBytes(UTF_8);
            socket.send(new DatagramPacket(word, word.length, InetAddress.getByName(said[0]), PORT));
            System.out.println(SENT);
        }
    }

    private static void listen(DatagramSocket socket) {
        try {
            System.out.println("listens");
            while (true) {
                var packet = new DatagramPacket(new byte[MOST_BYTES], MOST_BYTES);
                socket.receive(packet);
                System.out.println(new String(packet.getData(), 0, packet.getLength(), UTF_8));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

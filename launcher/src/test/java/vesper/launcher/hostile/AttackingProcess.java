package vesper.launcher.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@link Attackers} in a process with the lowest scheduling priority: the server should suffer from the
 * connections, not from sharing its processors with the attackers. Closing ends it.
 */
final class AttackingProcess implements AutoCloseable {
    private final Process process;
    private volatile boolean eachCarriedOut;

    private AttackingProcess(Process process) {
        this.process = process;
        Thread.ofVirtual().start(this::listen);
    }

    static AttackingProcess on(InetSocketAddress server, List<Attack> attacks, int clientsPerAttack, int times)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Attackers.class.getName()));
        command.addAll(List.of(server.getHostString(), String.valueOf(server.getPort())));
        command.addAll(List.of(String.valueOf(clientsPerAttack), String.valueOf(times)));
        attacks.forEach(attack -> command.add(attack.name()));
        return new AttackingProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private void listen() {
        try (BufferedReader said = process.inputReader()) {
            eachCarriedOut = Attackers.EACH_CARRIED_OUT.equals(said.readLine());
        } catch (IOException e) {
            // The process has ended.
        }
    }

    /** Checks whether each attack has reached the server the required number of times. */
    boolean eachCarriedOut() {
        return eachCarriedOut;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}

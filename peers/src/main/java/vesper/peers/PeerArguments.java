package vesper.peers;

/**
 * What a peer is told, {@code [--port N] [--io-threads N]}, and the one line that it prints.
 *
 * @param port 0 for any free one
 * @param ioThreads how many threads wait for sockets; one per processor unless said
 */
record PeerArguments(int port, int ioThreads) {
    static final String HOST = "127.0.0.1";

    /** Anything that is no flag and its number is refused. */
    static PeerArguments of(String[] args) {
        int port = 0;
        int ioThreads = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) throw unexpected(args);
            int number = Integer.parseInt(args[i + 1]);
            switch (args[i]) {
                case "--port" -> port = number;
                case "--io-threads" -> ioThreads = number;
                default -> throw unexpected(args);
            }
        }
        return new PeerArguments(port, ioThreads);
    }

    static void announce(int boundPort) {
        System.out.println("ready http://" + HOST + ":" + boundPort + "/");
        System.out.flush();
    }

    private static IllegalArgumentException unexpected(String[] args) {
        return new IllegalArgumentException("expected [--port N] [--io-threads N], was " + String.join(" ", args));
    }
}

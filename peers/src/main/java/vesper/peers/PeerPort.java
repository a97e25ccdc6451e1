package vesper.peers;

/** The one argument of a peer, {@code --port N}, and the one line that it prints. */
record PeerPort(int number) {
    static final String HOST = "127.0.0.1";

    /** A missing flag means 0, any free port; anything else that is not {@code --port N} is refused. */
    static PeerPort fromArguments(String[] args) {
        if (args.length == 0) return new PeerPort(0);
        if (args.length != 2 || !args[0].equals("--port")) {
            throw new IllegalArgumentException("expected --port N, was " + String.join(" ", args));
        }
        return new PeerPort(Integer.parseInt(args[1]));
    }

    static void announce(int boundPort) {
        System.out.println("ready http://" + HOST + ":" + boundPort + "/");
        System.out.flush();
    }
}

package vesper.peers.xenon;

import com.vmware.xenon.common.StatefulService;

/** A service with its state in memory. A PUT replaces the state, which is Xenon's default. */
public final class NoteService extends StatefulService {
    public static final String FACTORY_LINK = "/notes/memory";

    public NoteService() {
        super(NoteState.class);
    }
}

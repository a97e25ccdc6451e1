package vesper.peers.xenon;

import com.vmware.xenon.common.StatefulService;

/** A service that keeps its state in memory. What a PUT brings replaces the state, which is what Xenon does by itself. */
public final class NoteService extends StatefulService {
    public static final String FACTORY_LINK = "/notes/memory";

    public NoteService() {
        super(NoteState.class);
    }
}

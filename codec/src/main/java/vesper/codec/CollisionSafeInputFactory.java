package vesper.codec;

import com.ctc.wstx.api.ReaderConfig;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.util.DefaultXmlSymbolTable;
import com.ctc.wstx.util.SymbolTable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Woodstox with symbol tables that withstand collision attacks, one table for each text. Woodstox's own tables chain
 * names with the same hash, and their seed does not separate names that were made to collide. 27,000 such names, a
 * megabyte, took three seconds. A {@link HashMap} turns long chains into trees.
 */
final class CollisionSafeInputFactory extends WstxInputFactory {
    @Override
    public ReaderConfig createPrivateConfig() {
        return getConfig().createNonShared(new HashMapSymbolTable());
    }

    private static final class HashMapSymbolTable extends SymbolTable {
        private static final int UNUSED_TABLE = 1;

        private final Map<String, String> names = new HashMap<>();

        HashMapSymbolTable() {
            super(false, UNUSED_TABLE);
            // Woodstox compares these two by identity.
            for (String known :
                    new String[] {DefaultXmlSymbolTable.getXmlSymbol(), DefaultXmlSymbolTable.getXmlnsSymbol()})
                names.put(known, known);
        }

        @Override
        public String findSymbol(char[] text, int start, int length, int hash) {
            return findSymbol(new String(text, start, length));
        }

        @Override
        public String findSymbol(String name) {
            if (name.length() > Limits.NAME_LENGTH) throw new StreamConstraintsException("Name length");
            String known = names.putIfAbsent(name, name);
            return known == null ? name : known;
        }

        @Override
        public @Nullable String findSymbolIfExists(char[] text, int start, int length, int hash) {
            return names.get(new String(text, start, length));
        }

        @Override
        public int size() {
            return names.size();
        }
    }
}

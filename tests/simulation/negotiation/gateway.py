"""What a simulated gateway of the negotiation runs beside the entrance: people answer for their agents."""

from gateway.negotiation.person_answers import PersonAnswers
from gateway.negotiation.views.cache import DemandViewCache
from shared.transport.port import Transport
from tests.simulation.gateway import SimulatedGateway
from tests.simulation.negotiation.faulty_attendance import FaultyAttendanceStore
from tests.simulation.process import Process


class NegotiationGateway(SimulatedGateway):
    """It accepts demands, lets clients watch and people answer for their agents."""

    def __init__(self, process: Process, transport: Transport) -> None:
        super().__init__(process, transport)
        self.attending = FaultyAttendanceStore(process)
        self.speaking = PersonAnswers(process.store, DemandViewCache(process.store), self.attending, self.entrance)
